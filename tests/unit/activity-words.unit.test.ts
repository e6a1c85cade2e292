import { describe, expect, test } from 'vitest';
import { wordsOf } from '../../console/features/home/activity-words.ts';

const act = (...types: string[]) => ({ types, status: null, isUndo: false });

describe('what the first page says of an act', () => {
  test.each([
    [act('LeadCaptured'), 'New lead'],
    [act('EquipmentRetired'), 'Equipment retired'],
    [{ ...act('LeadDetailsRevised', 'LeadStatusChanged'), status: 'Won' }, 'Lead moved to Won'],
  ])('%j', (given, words) => {
    expect(wordsOf(given)).toBe(words);
  });

  test('of an undo it says what the undo did, and not that this was undone', () => {
    expect(wordsOf({ ...act('EquipmentRestored'), isUndo: true })).toBe('Equipment restored by undo');
    const moved = { ...act('LeadStatusChanged'), status: 'New', isUndo: true };
    expect(wordsOf(moved)).toBe('Lead moved to New by undo');
  });
});
