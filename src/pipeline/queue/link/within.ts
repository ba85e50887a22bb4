/** Waits for something that needs Redis, which may be gone; whether it fails does not matter. */
export async function within(promise: Promise<unknown>, ms: number): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<void>((resolve) => (timer = setTimeout(resolve, ms)));
  try {
    await Promise.race([promise, late]);
  } catch {
    // It is over, either way.
  } finally {
    clearTimeout(timer);
  }
}
