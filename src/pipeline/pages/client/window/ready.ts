/** How much is under way that changes the page; the first drawing of it counts. */
let underWay = 1;

/**
 * Marks the page as ready (`<html data-ready>`) whenever nothing is fetched or drawn any more: for
 * programs that look at it from outside, such as tests.
 */
export function keepReady<T>(work: Promise<T>): Promise<T> {
  underWay++;
  delete document.documentElement.dataset.ready;
  void work.then(afterDrawing, afterDrawing);
  return work;
}

/** Two frames later, what the work changed is drawn, and what it began in turn has begun. */
export function afterDrawing(): void {
  requestAnimationFrame(() =>
    requestAnimationFrame(() => {
      if (--underWay === 0) document.documentElement.dataset.ready = '';
    }),
  );
}
