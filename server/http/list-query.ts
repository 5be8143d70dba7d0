/** Query parameters that lists share. */
import type { ServiceContext } from './context.ts';
import { Problem } from './problems.ts';

const DEFAULT_PAGE = 100;
const LARGEST_PAGE = 1000;

/** Returns the number of items on a page. @throws Problem */
export function limitOf({ query: { limit } }: ServiceContext): number {
  if (limit === undefined) return DEFAULT_PAGE;
  const number = typeof limit === 'string' && /^\d{1,9}$/.test(limit) ? Number(limit) : 0;
  if (number < 1 || number > LARGEST_PAGE) throw wrongQuery('limit', `must be 1 to ${LARGEST_PAGE}`);
  return number;
}

export const wrongQuery = (field: string, message: string): Problem =>
  new Problem('validation_error', `${field} ${message}.`, { errors: [{ field, code: 'value', message }] });
