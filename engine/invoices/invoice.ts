/** An invoice as data: the values of its fields, and those of its lines and VAT groups. */
import type { FieldKind, GroupName } from './fields.ts';

/** The values of a group's fields: dates as 2026-04-17, numbers with a decimal point. */
export type Values = ReadonlyMap<string, string>;

export interface Invoice {
  readonly header: Values;
  readonly groups: Readonly<Record<GroupName, readonly Values[]>>;
}

/** Returns a number with as many decimals as it needs, or with two if it is an amount of money. */
export function decimal(value: number, kind: FieldKind): string {
  return kind === 'amount' ? roundedMoney(value).toFixed(2) : String(value);
}

/** Rounds half away from zero to two decimals: 1.005 is 1.01. */
export function roundedMoney(value: number): number {
  const [digits, exponent = '0'] = String(Math.abs(value)).split('e');
  const shifted = Math.round(Number(`${digits}e${Number(exponent) + 2}`));
  return Math.sign(value) * Number(`${shifted}e-2`);
}
