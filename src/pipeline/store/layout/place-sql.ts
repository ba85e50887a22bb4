import { isReusedSql as reused, rowJoinSql as joined } from '../pieces.js';
export const isReusedSql = reused;
export const rowJoinSql = joined;
export const inOrderSql = (row: string): string => `${row}.puzzle_id`;
export const puzzleIdSql = (a: string, b: string): string => `(${a} * 2048 + ${b})`;
