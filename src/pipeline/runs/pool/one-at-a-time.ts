/**
 * Makes a thread's handler begin a task only after the answer to the one before has been sent. When
 * a thread starts or wakes up, two tasks may arrive at once: without this, the second would begin
 * before the first one's answer is sent, and that answer would have to wait for it.
 *
 * A task that comes alone, as nearly all do, begins at once: waiting for a turn of the event loop
 * would take up to 6 ms on a busy machine.
 */
export function oneAtATime<Task, Answer>(
  handle: (task: Task) => Promise<Answer>,
): (task: Task) => Promise<Answer> {
  let unsent = 0;
  let last: Promise<void> = Promise.resolve();
  // Piscina sends an answer in the same round of promise jobs: before it fetches another task, but
  // after it has begun one that it has already fetched.
  const sent = (): void => {
    unsent--;
  };
  return (task) => {
    const answer =
      unsent === 0 ? handle(task) : last.then(turnOfEventLoop).then(() => handle(task));
    unsent++;
    last = answer.then(sent, sent);
    return answer;
  };
}

function turnOfEventLoop(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
