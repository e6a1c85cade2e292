import { expect, test } from 'vitest';
import { greeting } from '../../domain/mail/greeting.ts';

test.each([
  ['Ada Lovelace', 'Hi Ada,'],
  ['  Ada   Lovelace ', 'Hi Ada,'],
  ['Mary Ann Smith', 'Hi Mary,'],
  ['Jean-Luc O’Brien', 'Hi Jean-Luc,'],
  ['Łukasz Żak', 'Hi Łukasz,'],
  ['José Núñez de Castro', 'Hi José,'],
])('A letter to %j, which is plainly one person, begins with the first name', (name, begins) => {
  expect(greeting(name)).toBe(begins);
});

test.each([
  '',
  'Ada',
  'A. Lovelace',
  'Mr. Smith',
  'Dr Ada Lovelace',
  'The Smiths',
  'Ada & Bob Lovelace',
  'Ada and Bob Lovelace',
  'Lovelace, Ada',
  'Green Valley LLC',
  'Hadley School District',
  'Elm Street Apartments, Inc.',
  'Town of Amherst',
  'Smith Properties',
  '12 Elm Street',
  'ada@example.com Lovelace',
  'Board of the Elm Street Condominium Association',
])('A letter to %j begins with no name', (name) => {
  expect(greeting(name)).toBe('Hello,');
});
