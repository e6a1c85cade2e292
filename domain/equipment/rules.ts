import { Rejection } from '../kit/decider.ts';
import { isDate } from '../kit/times.ts';
import type { EquipmentDetails } from './events.ts';

/** @throws Rejection for what nobody could find or add up again */
export function requireDetails({ name, category, purchaseDate, purchasePrice }: EquipmentDetails): void {
  if (name.trim() === '') throw new Rejection('invalid', 'Equipment name is required.', 'name');
  if (category === '') throw new Rejection('invalid', 'Choose a category.', 'category');
  if (purchaseDate !== null) requireDay('purchaseDate', purchaseDate);
  requireAmount('purchasePrice', purchasePrice);
}

/** @throws Rejection for a text that is no day of the calendar */
export function requireDay(field: string, date: string): void {
  if (!isDate(date)) throw new Rejection('invalid', `${date} is no date. Write it as YYYY-MM-DD.`, field);
}

/** @throws Rejection for less than nothing */
export function requireAmount(field: string, cents: number | null): void {
  if (cents !== null && cents < 0) throw new Rejection('invalid', 'An amount cannot be negative.', field);
}
