/**
 * BullMQ and the Redis client that it works with. Everything else imports them from here, as the
 * build replaces this one module by a bundle of both: installed as packages of their own they bring
 * a native add-on with an install script, which npm 12 and later blocks with a warning.
 */
export { Queue, type QueueOptions, UnrecoverableError, Worker, type Job } from 'bullmq';
export { Redis } from 'ioredis';
