import { type Logger, pino } from 'pino';

export type Log = Logger;

/** Structured logs on standard output. Never html, PDF, whole keys or addresses. */
export function createLog(level: string): Log {
  return pino({ level, base: null, timestamp: pino.stdTimeFunctions.isoTime });
}
