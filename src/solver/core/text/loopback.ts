/**
 * Whether a host, as a server listens on it or as an address has it, can only be reached from
 * its own machine.
 */
export function isLoopback(host: string): boolean {
  return /^(localhost|.+\.localhost|127\.[\d.]+|::1|\[::1\])$/i.test(host);
}
