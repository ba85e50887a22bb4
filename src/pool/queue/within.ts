/** Waits for something that needs a Redis which may be gone; whether it failed does not matter. */
export async function within(promise: Promise<unknown>, ms: number): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<void>((resolve) => (timer = setTimeout(resolve, ms)));
  try {
    await Promise.race([promise, late]);
  } catch {
    // It is over, one way or the other.
  } finally {
    clearTimeout(timer);
  }
}
