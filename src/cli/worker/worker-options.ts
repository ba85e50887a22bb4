/** What `nonomill worker` was asked for. */
export interface WorkerOptions {
  readonly queue: string;
  readonly threads: number;
  readonly memoryMiB: number | null;
  readonly quiet: boolean;
}
