/**
 * Notices of long work: told by HTTP to programs (`json:`), to people (`ntfy:`) and to services
 * that watch whether jobs are done (`ping:`, as healthchecks.io and others have it). A notice that
 * cannot be delivered never harms the work.
 */

const KINDS = ['json', 'ntfy', 'ping'] as const;

/** An address that is told. */
export interface NoticeTarget {
  readonly kind: (typeof KINDS)[number];
  readonly url: URL;
  /** The value of the header, from the user and the password in the address; null without them. */
  readonly authorization: string | null;
  /** The address without anything that may be secret: its path is, at most services. */
  readonly shown: string;
}

/** The target that `json:https://host/path` names; null if it is not one. */
export function noticeTarget(word: string): NoticeTarget | null {
  const [, kind, address] = /^([a-z]+):(https?:\/\/.*)$/is.exec(word) ?? [];
  const known = KINDS.find((one) => one === kind);
  const url = known === undefined ? null : URL.parse(address);
  if (known === undefined || url === null) return null;
  const { username, password } = url;
  const user = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`;
  const authorization = user === ':' ? null : `Basic ${Buffer.from(user).toString('base64')}`;
  // Requests refuse addresses with a user.
  url.username = '';
  url.password = '';
  return { kind: known, url, authorization, shown: `${known}:${url.origin}/***` };
}

/** What is told at the end of the work. */
interface EndNotice {
  readonly title: string;
  readonly sentence: string;
  readonly exit: number;
  /** Whether it ended as it was asked to. */
  readonly isGood: boolean;
  /** JSON for programs. */
  readonly summary: string;
}

export interface NoticeTimings {
  /** How long a server may take to answer. */
  readonly answerMs: number;
  /** How long a notice is tried again. */
  readonly tryMs: number;
  /** The first wait before it is; each is twice as long as the one before. */
  readonly waitMs: number;
  /** How often whoever watches hears a sign of life. */
  readonly lifeMs: number;
}

const NOTICE_TIMINGS: NoticeTimings = {
  answerMs: 10_000,
  tryMs: 60_000,
  waitMs: 500,
  lifeMs: 60_000,
};

/** A message on its way. */
interface Message {
  readonly url: URL;
  readonly body: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** Tells some addresses how long work goes: `start`, then `end`. */
export class Notices {
  private readonly early = new AbortController();
  private readonly underWay: Promise<unknown>[] = [];
  private life: NodeJS.Timeout | null = null;

  constructor(
    private readonly targets: readonly NoticeTarget[],
    /** Hears which notices were not delivered, and why. */
    private readonly warn: (message: string) => void,
    private readonly timings: NoticeTimings = NOTICE_TIMINGS,
  ) {}

  /**
   * Tells whoever watches that the work begins, and then from time to time that it goes on. Nobody
   * waits for it.
   */
  start(): void {
    const pings = this.targets.filter(({ kind }) => kind === 'ping');
    if (pings.length === 0) return;
    const { signal } = this.early;
    const tell = (target: NoticeTarget, tryMs: number): Promise<string | null> =>
      deliver(target, pingOf(target, '/start', ''), { ...this.timings, tryMs }, signal);
    for (const target of pings)
      this.underWay.push(this.noteDelivery(target, tell(target, this.timings.tryMs)));
    this.life = setInterval(() => {
      // One that fails is followed by another.
      for (const target of pings) void tell(target, 0);
    }, this.timings.lifeMs);
    this.life.unref();
  }

  /**
   * Tells all how it ended; returns when each was told, or could not be for long enough, or `stop`
   * was aborted: then whoever was not told by then is a warning.
   */
  async end(notice: EndNotice, stop?: AbortSignal): Promise<void> {
    if (this.life !== null) clearInterval(this.life);
    // What was not delivered by now is no longer true.
    this.early.abort();
    await Promise.all(this.underWay);
    await Promise.all(
      this.targets.map((target) =>
        this.noteDelivery(
          target,
          deliver(target, messageOf(target, notice), this.timings, stop, STOPPED),
        ),
      ),
    );
  }

  private async noteDelivery(
    target: NoticeTarget,
    delivery: Promise<string | null>,
  ): Promise<void> {
    const reason = await delivery;
    if (reason !== null) this.warn(`a notice did not reach ${target.shown}: ${reason}`);
  }
}

function messageOf(
  target: NoticeTarget,
  { title, sentence, exit, isGood, summary }: EndNotice,
): Message {
  switch (target.kind) {
    case 'json':
      return { url: target.url, body: summary, headers: { 'content-type': 'application/json' } };
    case 'ntfy':
      return {
        url: target.url,
        body: sentence,
        // Headers hold nothing but ASCII.
        headers: { title: title.replace(/[^ -~]/g, '?'), priority: PRIORITIES[exit] ?? 'default' },
      };
    case 'ping':
      return pingOf(target, isGood ? '' : '/fail', sentence);
  }
}

/** By exit code: what could not be done comes before what is not as it should be. */
const PRIORITIES: Readonly<Record<number, string>> = { 1: 'urgent', 3: 'high' };

function pingOf({ url }: NoticeTarget, path: string, body: string): Message {
  const to = new URL(url);
  to.pathname = to.pathname.replace(/\/$/, '') + path;
  return { url: to, body, headers: {} };
}

/** Why a notice was not delivered that nobody waited for. */
const STOPPED = 'it was stopped by a signal before it was told';

/**
 * Sends a message, again and again if it must; returns why it was not delivered, or null.
 * @param ifAborted what it returns if `given` is aborted
 */
async function deliver(
  target: NoticeTarget,
  message: Message,
  { answerMs, tryMs, waitMs }: NoticeTimings,
  given?: AbortSignal,
  ifAborted: string | null = null,
): Promise<string | null> {
  const signals = given === undefined ? [] : [given];
  const deadline = performance.now() + tryMs;
  for (let wait = waitMs; ; wait *= 2) {
    const signal = AbortSignal.any([AbortSignal.timeout(answerMs), ...signals]);
    let reason: string;
    try {
      const answer = await post(target, message, signal);
      if (answer === null) return null;
      ({ reason } = answer);
      if (answer.isFinal) return reason;
    } catch (error) {
      if (given?.aborted === true) return ifAborted;
      reason = reasonOf(error, answerMs);
    }
    const left = deadline - performance.now();
    if (left <= 0) return reason;
    await pause(Math.min(wait, left), given);
    if (given?.aborted === true) return ifAborted;
  }
}

/** Why a message was not taken, and whether the answer would stay the same. */
interface Refusal {
  readonly reason: string;
  readonly isFinal: boolean;
}

/** As many moves as browsers follow within a site, and more than any service needs. */
const MOST_MOVES = 5;

/**
 * Posts a message, and posts it again to where its address has moved: `fetch` itself would ask
 * there with a GET and without the message, as browsers do. Returns null if it was taken.
 * @throws as `fetch`
 */
async function post(
  { authorization }: NoticeTarget,
  { url, body, headers }: Message,
  signal: AbortSignal,
): Promise<Refusal | null> {
  let to = url;
  for (let moves = 0; moves <= MOST_MOVES; moves++) {
    // Another host is not to learn the password of this one.
    const isKnown = authorization !== null && to.origin === url.origin;
    const answer = await fetch(to, {
      method: 'POST',
      body,
      signal,
      redirect: 'manual',
      headers: isKnown ? { ...headers, authorization } : headers,
    });
    await answer.body?.cancel();
    const { status } = answer;
    if (answer.ok) return null;
    if (!MOVED.has(status)) {
      const isFinal = status < 500 && !LATER.has(status);
      return { reason: `it answers ${status}`, isFinal };
    }
    const next = movedTo(to, answer.headers.get('location') ?? '');
    if (typeof next === 'string') return { reason: `it answers ${status}, ${next}`, isFinal: true };
    to = next;
  }
  return { reason: `it moves more than ${MOST_MOVES} times`, isFinal: true };
}

/** Where an address has moved to, or why nothing is posted there. */
export function movedTo(from: URL, location: string): URL | string {
  const next = location === '' ? null : URL.parse(location, from);
  if (next === null || !/^https?:$/.test(next.protocol)) return 'but not where it has moved to';
  if (from.protocol === 'https:' && next.protocol !== 'https:') {
    return `and has moved to ${next.origin}, which is not encrypted`;
  }
  // Requests refuse addresses with a user.
  [next.username, next.password] = ['', ''];
  return next;
}

/**
 * Answers that name another address. 303 names one that is to be looked at, and takes no message.
 */
const MOVED = new Set([301, 302, 307, 308]);

/** Answers that ask for another try. */
const LATER = new Set([408, 425, 429]);

/** Without the address, which may be secret. */
function reasonOf(error: unknown, answerMs: number): string {
  if (!(error instanceof Error)) return String(error);
  if (error.name === 'TimeoutError') return `it does not answer within ${answerMs / 1000} s`;
  const { cause } = error;
  return cause instanceof Error && cause.message !== '' ? cause.message : 'the connection failed';
}

function pause(ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const done = (): void => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', done);
      resolve();
    };
    const timer = setTimeout(done, ms);
    signal?.addEventListener('abort', done);
  });
}
