import { type Logger, pino } from 'pino';

export type Log = Logger;

/** Creates the structured log on standard output. Never log HTML, PDFs, whole keys or addresses. */
export function createLog(level: string): Log {
  return pino({ level, base: null, timestamp: pino.stdTimeFunctions.isoTime });
}
