import type { Document as BsonDocument } from 'mongodb';
import { searchText } from '../../../domain/kit/search-text.ts';
import type { SearchWays } from '../../query.ts';
import type { Document } from '../../read-models.ts';

const TRIGRAM = 3;

/** What is kept beside a document for searching. */
export function searchFields(document: Document, fields: readonly string[]): { text: string; trigrams: string[] } {
  const text = searchText(document, fields);
  return { text, trigrams: trigrams(text.split(' ')) };
}

/**
 * The conditions that a search adds to a find: the index finds by trigrams, the text then rules out documents that only
 * share them.
 */
export function searchConditions(ways: SearchWays): BsonDocument[] {
  const [first, ...others] = ways.map(conditionsOf);
  if (!first) return [];
  return others.length === 0 ? first : [{ $or: [first, ...others].map((conditions) => ({ $and: conditions })) }];
}

function conditionsOf(terms: readonly string[]): BsonDocument[] {
  const contained = terms.map((term) => ({ $gte: [{ $indexOfBytes: ['$search.text', { $literal: term }] }, 0] }));
  return [{ 'search.trigrams': { $all: trigrams(terms) } }, { $expr: { $and: contained } }];
}

/** The distinct pieces of three code points; none spans two words, since no term does. */
function trigrams(words: readonly string[]): string[] {
  const found = new Set<string>();
  for (const word of words) {
    const points = [...word];
    for (let end = TRIGRAM; end <= points.length; end++) found.add(points.slice(end - TRIGRAM, end).join(''));
  }
  return [...found];
}
