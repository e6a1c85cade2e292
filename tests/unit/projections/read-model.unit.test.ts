import { describe, expect, test } from 'vitest';
import type { EventBody, RecordedEvent } from '../../../domain/kit/event.ts';
import { merged, removed, restored } from '../../../projections/engine/handlers.ts';
import { applyEvent, type Fields, type RecordDocument } from '../../../projections/engine/projection.ts';
import { type LinkTo, readModel } from '../../../projections/engine/read-model.ts';
import { specifyProjection } from '../../support/stores/projection-specification.ts';

interface Derived {
  shout: string;
}

interface NoteDocument extends RecordDocument, Derived {
  text: string;
  size: number;
}

type NoteEvent =
  | EventBody<'NoteTaken', { text: string; takenAt: string }>
  | EventBody<'NoteRevised', { text?: string | undefined }>
  | EventBody<'NoteMeasured', { inches: number }>
  | EventBody<'NoteRemoved', object>
  | EventBody<'NoteRestored', object>;

const kept = { name: 'notes', version: 1, of: 'note', indexes: [['removed', 'size']], search: ['text'] } as const;
const derived = ({ text }: { text: string }) => ({ shout: text.toUpperCase() });
const first = { NoteTaken: ({ text }: { text: string }) => ({ text, size: 0 }) };
const after = {
  NoteRevised: merged,
  NoteMeasured: ({ inches }: { inches: number }) => ({ size: inches }),
  NoteRemoved: removed,
  NoteRestored: restored,
} as const;

const notes = readModel<NoteDocument, NoteEvent, Derived>()({ ...kept, first, after, derived });

describe('a read model of handlers', () => {
  const spec = specifyProjection<NoteEvent>(notes, 'note');
  const taken: NoteEvent = { type: 'NoteTaken', data: { text: 'Oak', takenAt: 'now' } };
  const note = { id: '1', revision: 0, text: 'Oak', size: 0, shout: 'OAK' };

  test('A read model begins with the first event, and with what follows from it', () =>
    spec.given(taken).thenShows(note));

  test('A read model is told where it begins: its id, and the id and the place in the log of its event', () => {
    const begun = readModel<RecordDocument & { from: string }, EventBody<'NoteTaken', object>>()({
      name: 'begun',
      version: 1,
      of: 'note',
      indexes: [],
      search: [],
      after: {},
      first: { NoteTaken: (_, id, eventId, position) => ({ from: `${id} ${eventId} ${position}` }) },
    });
    const event = { type: 'NoteTaken', data: {}, id: 'e', revision: 0n, position: '7' } as RecordedEvent;
    expect(applyEvent(begun, null, event, 'n')).toEqual({ id: 'n', revision: 0, from: 'n e 7' });
  });

  test('A read model is changed in what an event names; what is not given stays', () => {
    spec
      .given(taken, { type: 'NoteRevised', data: { text: 'Ash' } }, { type: 'NoteRevised', data: { text: undefined } })
      .thenShows({ ...note, revision: 2, text: 'Ash', shout: 'ASH' });
    spec.given(taken, { type: 'NoteMeasured', data: { inches: 3 } }).thenShows({ ...note, revision: 1, size: 3 });
  });

  test('A read model is marked while its record is removed', () => {
    const [gone, back]: NoteEvent[] = [
      { type: 'NoteRemoved', data: {} },
      { type: 'NoteRestored', data: {} },
    ];
    spec.given(taken, gone as NoteEvent).thenShows({ ...note, revision: 1, removed: true });
    spec.given(taken, gone as NoteEvent, back as NoteEvent).thenShows({ ...note, revision: 2 });
  });

  test('A read model passes over what comes before the first event, and what only a newer product knows', () => {
    spec.given({ type: 'NoteMeasured', data: { inches: 3 } }).thenShows(null);
    spec.given(taken, { type: 'NoteBurned', data: {} } as unknown as NoteEvent).thenShows(note);
    spec.given(taken, { type: 'constructor', data: {} } as unknown as NoteEvent).thenShows(note);
  });
});

interface Linked {
  guestName: string | null;
}

interface VisitDocument extends RecordDocument, Linked {
  guestId: string;
}

interface GuestDocument extends RecordDocument {
  fullName: string;
}

type VisitEvent = EventBody<'VisitPlanned', { guestId: string }>;

const defineVisits = readModel<VisitDocument, VisitEvent, object, Linked>();
const visit = { name: 'visits', version: 1, of: 'visit', indexes: [['guestId'], ['guestName']], search: [] } as const;
const planned = { first: { VisitPlanned: ({ guestId }: { guestId: string }) => ({ guestId }) }, after: {} };
const toGuests = { collection: 'guests', by: 'guestId', fields: { guestName: 'fullName' } } as const;

test('A read model may be sorted and searched by what it links to, which its handlers do not tell', () => {
  const visits = defineVisits({ ...visit, ...planned, links: [toGuests satisfies LinkTo<GuestDocument>] });
  expect(visits.links).toEqual([toGuests]);
  const event = { type: 'VisitPlanned', data: { guestId: 'g' }, revision: 3n } as RecordedEvent;
  const document = { id: 'v', guestId: 'x', guestName: 'Ada', revision: 0 };
  expect(applyEvent(visits, document, event, 'v')).toEqual({ id: 'v', guestId: 'g', revision: 3 });
  const stranger = { ...event, type: 'VisitForgotten' };
  expect(applyEvent(visits, document, stranger, 'v')).toBe(document);
});

// Checked by the compiler: an expected error that does not occur is itself an error.
describe('the compiler refuses', () => {
  const define = readModel<NoteDocument, NoteEvent, Derived>();

  test('The compiler refuses a field that the document does not have', () => {
    // @ts-expect-error nmae
    const fields: Partial<Fields<NoteDocument>> = { nmae: 42 };
    // @ts-expect-error nmae
    define({ ...kept, after, derived, first: { NoteTaken: ({ text }) => ({ text, size: 0, nmae: 42 }) } });
    // @ts-expect-error nmae
    define({ ...kept, first, derived, after: { ...after, NoteMeasured: ({ inches }) => ({ size: inches, nmae: 1 }) } });
    // @ts-expect-error what follows is told by `derived` alone
    define({ ...kept, first, derived, after: { ...after, NoteMeasured: () => ({ shout: 'x' }) } });
    // @ts-expect-error wdith
    define({ ...kept, first, after, derived, indexes: [['wdith']] });
    // @ts-expect-error nmae
    define({ ...kept, first, after, derived, search: ['nmae'] });
    expect(fields).toBeDefined();
  });

  test('The compiler refuses a document with a field too few', () => {
    // @ts-expect-error without its size
    define({ ...kept, after, derived, first: { NoteTaken: ({ text }) => ({ text }) } });
  });

  test('The compiler refuses an event too few or too many', () => {
    const { NoteRemoved: _, ...without } = after;
    // @ts-expect-error without NoteRemoved
    define({ ...kept, first, derived, after: without });
    // @ts-expect-error NoteBurned is none of them
    define({ ...kept, first, derived, after: { ...after, NoteBurned: removed } });
  });

  test('The compiler refuses a link to a field that is not there, by one that is not there, or into one that is not there', () => {
    // @ts-expect-error name
    const to: LinkTo<GuestDocument> = { ...toGuests, fields: { guestName: 'name' } };
    // @ts-expect-error ownerId
    defineVisits({ ...visit, ...planned, links: [{ ...toGuests, by: 'ownerId' }] });
    // @ts-expect-error hostName
    defineVisits({ ...visit, ...planned, links: [{ ...toGuests, fields: { hostName: 'fullName' } }] });
    expect(to).toBeDefined();
  });

  test('The compiler refuses a merge of what is not all of the document', () => {
    // @ts-expect-error inches
    define({ ...kept, first, derived, after: { ...after, NoteMeasured: merged } });
  });
});
