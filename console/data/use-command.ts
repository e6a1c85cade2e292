import { type QueryMeta, type UseMutationResult, useIsMutating, useMutation } from '@tanstack/react-query';
import { useRef } from 'react';
import { ApiError, call, type Reply } from './api.ts';
import { shownMoment } from './as-of.ts';
import { holdChanges, notice, readAgain } from './changes.ts';
import { verdictOf } from './device/queue-rules.ts';
import { dropSent, forgetSent, keepSentAgain, noteAnswered, noteSent, type SentTyping, sentAs } from './drafts.ts';
import { queryClient, watches } from './query-client.ts';
import { tellRecord } from './told.ts';
import { madeHere } from './touched.ts';

/** A call that changes something. */
export interface Command {
  method: 'POST' | 'PATCH' | 'PUT' | 'DELETE';
  path: string;
  body?: unknown;
}

export interface CommandOptions<Input, Data, Before> {
  /** The call for an input. */
  command(input: Input): Command;
  /** The collections it changes: refetched afterwards. */
  collections: readonly string[];
  /** Of the draft it saves: a retry after a reload then uses the same key. */
  draftKey?: string;
  /** What the draft is an edit of; the response by default. */
  edited?(data: Data): object | undefined;
  /**
   * Shows the change at once; its result is passed to `onError` to roll it back. Such acts on the same collections run one
   * at a time, in order: what is shown can be acted on again before the response.
   */
  onStart?(input: Input): Before;
  onSuccess?(reply: Reply<Data>, input: Input): void;
  onError?(error: ApiError, input: Input, before: Before | undefined): void;
}

/**
 * Sends commands to the server. A retry carries the same Idempotency-Key, so that an act whose response was lost takes
 * effect once, even if the page was reloaded meanwhile; another input is another act.
 */
export function useCommand<Input, Data, Before = unknown>(
  options: CommandOptions<Input, Data, Before>,
): UseMutationResult<Reply<Data>, ApiError, Input, Started<Before>> {
  const failed = useRef(new Map<string, string>());
  return useMutation<Reply<Data>, ApiError, Input, Started<Before>>({
    ...(options.draftKey !== undefined && { mutationKey: ofDraft(options.draftKey) }),
    ...(options.onStart && { scope: { id: options.collections.join() } }),
    async mutationFn(input: Input) {
      const command = options.command(input);
      const act = JSON.stringify(command);
      if (options.onStart) forgetOthers(failed.current, act);
      const idempotencyKey = keyOf(act, failed.current, options.draftKey);
      const sent = noteSent(options.draftKey, (command.body ?? {}) as SentTyping['body']);
      try {
        const reply = await call<Data>(command.method, command.path, {
          body: command.body,
          idempotencyKey,
          // The server then refuses it.
          asOf: shownMoment,
        });
        failed.current.delete(act);
        forgetSent(options.draftKey, act);
        // Before the record is told: the form would take what was saved of it for somebody else's change.
        settleDraft(options, sent, reply.data);
        tellOwnChange(reply.position, options.collections, idOf(reply.data));
        tellRecord(reply.data);
        return reply;
      } catch (cause) {
        if (sent) tellFailed(sent, cause);
        // A refusal contains the current record, before the lists are refetched.
        if (cause instanceof ApiError && cause.code === 'stale') tellRecord(cause.body['record']);
        keepSentAgain(options.draftKey, { [act]: idempotencyKey });
        throw cause;
      }
    },
    onMutate(input) {
      if (!options.onStart) return { letGo: holdChanges() };
      const startAgain = stopRefetches(options.collections);
      return { startAgain, before: options.onStart(input), letGo: holdChanges() };
    },
    onSuccess: (reply, input) => options.onSuccess?.(reply, input),
    onError(error, input, started) {
      options.onError?.(error, input, started?.before);
      started?.startAgain?.();
    },
    onSettled: (_reply, _error, _input, started) => started?.letGo(),
  });
}

interface DraftOptions<Data> {
  draftKey?: string;
  edited?(data: Data): object | undefined;
}

/** Notes what of a draft was saved, and drops it unless something else is typed there by now. */
function settleDraft<Data>(options: DraftOptions<Data>, sent: SentTyping | null, data: Data): void {
  const { draftKey } = options;
  if (draftKey === undefined) return;
  const record = options.edited ? options.edited(data) : (data as object | undefined);
  if (sent && record) noteAnswered(sent, record);
  dropSent(draftKey, sent);
}

function tellFailed(sent: SentTyping, cause: unknown): void {
  // Without an answer it may have been saved.
  if (verdictOf(cause) === 'refused') noteAnswered(sent, null);
  sent.by.noteFailed(cause as Error);
}

/** Whether what was typed under a key is being sent, by whatever form. */
export function useIsSending(draftKey: string): boolean {
  return useIsMutating({ mutationKey: ofDraft(draftKey) }) > 0;
}

function ofDraft(draftKey: string): readonly string[] {
  return ['draft', draftKey];
}

/** The key an act is sent with: that of its last try, also if the page was reloaded meanwhile. */
function keyOf(act: string, failed: Map<string, string>, draftKey: string | undefined): string {
  const idempotencyKey = sentAs(draftKey, act, failed.get(act) ?? randomKey());
  failed.set(act, idempotencyKey);
  return idempotencyKey;
}

/** After another act, the same one again (a lead moved there, back, and there) is not a retry. */
function forgetOthers(failed: Map<string, string>, act: string): void {
  for (const other of failed.keys()) if (other !== act) failed.delete(other);
}

interface Started<Before> {
  before?: Before;
  startAgain?(): void;
  letGo(): void;
}

/**
 * Stops refetches that are under way, and reads of a next page, which bring the earlier ones along: what they hold is from
 * before the act, and would take away what it shows at once. The end of a list in view asks for its next page again.
 * @returns starts them again, and those that failed or are due, which showing the act would make pass for current; not
 * needed after an act that succeeded, which makes their data old
 */
export function stopRefetches(collections: readonly string[]): () => void {
  const stopped = new Set(
    queryClient.getQueryCache().findAll({
      predicate: ({ meta, state: { data, isInvalidated, fetchStatus } }) =>
        data !== undefined && (isInvalidated || fetchStatus === 'fetching') && concerns(meta, collections),
    }),
  );
  for (const query of stopped) void query.cancel({ revert: true });
  return () => readAgain((query) => stopped.has(query));
}

function concerns(meta: QueryMeta | undefined, collections: readonly string[]): boolean {
  return meta !== undefined && collections.some((name) => watches(meta, name));
}

/** Id of the record in a response. */
function idOf(data: unknown): string | undefined {
  const { id } = (data ?? {}) as { id?: unknown };
  return typeof id === 'string' ? id : undefined;
}

/** Makes this page refetch what its own command changed. @param id of the record it was about, if known */
export function tellOwnChange(position: string | null, collections: readonly string[], id?: string): void {
  if (position === null) {
    // Not an event (a session, a password link): no position tells how old a list is.
    readAgain(({ meta }) => concerns(meta, collections));
    return;
  }
  madeHere(position, id);
  notice({ position, changes: collections.map((collection) => ({ collection, all: true })) });
}

/** An Idempotency-Key; `crypto.randomUUID` is missing on plain http away from localhost. */
export function randomKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('');
}
