import type { Checkpoint } from '../../platform/proof/proofs.ts';
import type { HistoryStep } from '../kit/changes/history.schema.ts';
import type { AnyRecordKind } from '../kit/context.ts';
import { html, Markup } from '../pages/markup.ts';
import type { AuditEvent } from './schema.ts';

// The pages of evidence. They are read without us, maybe in years: each is whole in itself.

/** What evidence says of itself. */
export interface EvidenceTold {
  kind: Pick<AnyRecordKind, 'noun'>;
  id: string;
  /** What people know it by: `INV-1001`; null for a record without a number. */
  number: string | null;
  title: string | null;
  company: string | null;
  /** Of the company, by its IANA name. */
  zone: string;
  /** All events are proved by it. */
  checkpoint: Checkpoint;
}

/** One event of a record, as its person is told it. */
export interface EventShown {
  number: number;
  /** Of its files, without what they end in. */
  name: string;
  event: AuditEvent;
  /** What it changed; null where it cannot be read. */
  step: (HistoryStep & { actorName: string | null }) | null;
}

const STYLE = new Markup(`<style>
:root { color-scheme: light dark; }
body { font: 16px/1.5 system-ui, sans-serif; max-width: 46rem; margin: 2rem auto; padding: 0 1rem; overflow-wrap: anywhere; }
h1 { line-height: 1.2; }
article { border-top: 1px solid; padding: 0.75rem 0; }
h3, article p { margin: 0; }
table { border-collapse: collapse; margin-top: 0.5rem; }
th, td { text-align: left; vertical-align: top; padding: 0.15rem 1rem 0.15rem 0; }
th { white-space: nowrap; font-weight: 600; }
td { white-space: pre-line; }
.files td { white-space: normal; }
pre { overflow-x: auto; white-space: pre-wrap; padding: 0.75rem; border: 1px solid; }
</style>`);

function page(title: string, body: Markup): string {
  return html`${head(title)}${body}</body></html>
`.text;
}

function head(title: string): Markup {
  return html`<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>${STYLE}</head><body>
`;
}

/** What a record is called: `Invoice INV-1001: Ada Miller`. */
function called({ kind, id, number, title }: EvidenceTold): string {
  const noun = kind.noun.charAt(0).toUpperCase() + kind.noun.slice(1);
  const numbered = number === null ? noun : `${noun} ${number}`;
  return title === null || title === number ? `${noun} ${number ?? id}` : `${numbered}: ${title}`;
}

/** How to check the files of evidence without us. @param script `check.py` */
export function readme(about: EvidenceTold, script: string): string {
  const { company, checkpoint, zone } = about;
  const name = checkpoint.note.slice(0, checkpoint.note.indexOf('\n'));
  return page(
    `Evidence: ${called(about)}`,
    html`<h1>Evidence</h1>
<p>This is everything that the history of ${company ?? 'a company'} says about one record, with the proof that it is in that
history: <strong>${called(about)}</strong>, whose id is ${about.id}.</p>
<p>It can be checked on any computer, without Heartwood, without the company, and without a network.</p>

<h2>What is in it</h2>
<table class="files">
<tr><th scope="row"><a href="events.html">events.html</a></th><td>what happened, in words, oldest first</td></tr>
<tr><th scope="row">events.jsonl</th><td>the same for programs: an event on each line</td></tr>
<tr><th scope="row">events/000001.leaf</th><td>the bytes of event 1 as they are stored, which is what is proved. Texts about people are sealed
in them: what they say is in the two files above</td></tr>
<tr><th scope="row">events/000001.tlog-proof</th><td>the proof that these bytes are in the signed history</td></tr>
<tr><th scope="row">checkpoint.txt</th><td>the whole history at ${instant(checkpoint.madeAt, zone)}, signed: ${checkpoint.size} events. All proofs here are
to it</td></tr>
<tr><th scope="row">key.txt</th><td>the key that checks the signature</td></tr>
<tr><th scope="row">check.py</th><td>what checks an event, also printed below</td></tr>
</table>
<p>An event that has a proof and no leaf is proved, but not shown: the role of whoever made this file is not told all of it.
events.html says which those are.</p>

<h2>To check it</h2>
<ol>
<li><p>Do not take the key and the checkpoint from here alone. Compare key.txt with the key that you were given before, and
checkpoint.txt with one that was kept elsewhere since: the history of that one has to be the beginning of this one. The company’s
owner or auditor can give you the file that proves it (Consistency, on the page History, Proof). The history’s name is
<strong>${name}</strong>.</p></li>
<li><p>Install Python and its package <code>cryptography</code>: <code>python3 -m pip install cryptography</code></p></li>
<li><p>In the folder of these files, check one event:</p>
<pre>python3 check.py key.txt events/000001.leaf events/000001.tlog-proof</pre>
<p>or all of them, on macOS and Linux:</p>
<pre>for leaf in events/*.leaf; do python3 check.py key.txt "$leaf" "${'$'}{leaf%.leaf}.tlog-proof" || break; done</pre>
<p>or on Windows, in PowerShell:</p>
<pre>Get-ChildItem events/*.leaf | ForEach-Object { py check.py key.txt $_ ($_ -replace '\\.leaf$', '.tlog-proof') }</pre>
<p>For each it prints <code>It is event … of ${checkpoint.size}.</code>, or why it is not.</p></li>
<li><p>Open a leaf in a text editor: below its first line are the event’s position, stream, number in the stream, id and kind, then
who did it and when, and what it says. Compare it with events.jsonl.</p></li>
</ol>
<p>Other programs check the same files: their forms are C2SP tlog-proof, tlog-checkpoint and signed-note, over a Merkle tree as of
RFC 9162.</p>

<h2>What it proves, and what not</h2>
<ul>
<li>Each event here was in the history when the checkpoint was signed, at its place, byte for byte.</li>
<li>Whoever has an earlier checkpoint can be shown that nothing before it was changed since.</li>
<li>It does not prove that what was entered is true, that clocks were right, or that the record has no other event: the numbers
of the events in their stream, which begin at 0, show a gap.</li>
<li>What was erased of a person stays erased: it reads [erased], and the proofs hold.</li>
</ul>

<h2>check.py</h2>
<pre>${script}</pre>
`,
  );
}

/** Begins the page of events in words. */
export function eventsHead(about: EvidenceTold): string {
  return html`${head(`Events: ${called(about)}`)}<h1>${called(about)}</h1>
<p>Everything that happened to it, oldest first. Times are those of ${about.zone}. <a href="README.html">How to check it</a></p>
`.text;
}

export function eventsFoot(): string {
  return '</body></html>\n';
}

/** An event in words. */
export function eventRow({ zone }: EvidenceTold, { number, name, event, step }: EventShown): string {
  const title = event.type === null ? 'An event' : words(event.type);
  const undo = event.undoes === null ? '' : 'Undo: ';
  return html`<article id="e${number}"><h3>${number}. ${undo}${title}</h3>
<p>${event.recordedAt === null ? 'Nobody can tell when' : instant(event.recordedAt, zone)} · ${who(event)}</p>
${changesOf(step)}${event.error === null ? null : html`<p>It cannot be read: ${event.error}</p>`}<p><small>${proofOf(name, event)}</small></p></article>
`.text;
}

function changesOf(step: EventShown['step']): Markup | null {
  const changes = (step?.changes ?? []).filter(({ before, after }) => !(isNothing(before) && isNothing(after)));
  if (changes.length === 0) return null;
  const rows = changes.map(({ field, before, after }) => {
    const was = isNothing(before) ? '' : `${text(before)} → `;
    return html`<tr><th scope="row">${words(field)}</th><td>${was}${text(after)}</td></tr>
`;
  });
  return html`<table>
${rows}</table>
`;
}

function proofOf(name: string, { withheld }: AuditEvent): Markup {
  if (withheld === null) return html`Proved by ${name}.leaf and ${name}.tlog-proof`;
  return html`Proved by ${name}.tlog-proof, not shown: the role of whoever made this file is not told all of it`;
}

function who({ actor, actorName }: AuditEvent): string {
  if (actorName !== null) return actorName;
  if (actor === null) return 'nobody can tell by whom';
  return actor === 'public' ? 'a visitor' : `by itself (${actor})`;
}

/** `InvoiceIssued` and `invoiceIssued` as `Invoice issued`. */
function words(name: string): string {
  const spaced = name.replaceAll(/(?<=[a-z\d])[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`).replaceAll('_', ' ');
  return spaced.charAt(0).toUpperCase() + spaced.slice(1);
}

/** What says no more than that nobody filled it in. */
function isNothing(value: unknown): boolean {
  return value === null || value === undefined || value === '' || value === false || isEmptyList(value);
}

function isEmptyList(value: unknown): boolean {
  return Array.isArray(value) && value.length === 0;
}

function text(value: unknown): string {
  if (value === false) return 'No';
  if (isNothing(value)) return '–';
  if (value === true) return 'Yes';
  if (Array.isArray(value)) return value.map(text).join('\n');
  if (typeof value !== 'object') return String(value);
  return Object.entries(value as object)
    .filter(([, part]) => !isNothing(part))
    .map(([field, part]) => `${words(field)}: ${text(part)}`)
    .join(', ');
}

/** `June 15, 2026 at 9:00:00 AM PDT`. */
function instant(iso: string, zone: string): string {
  return new Date(iso).toLocaleString('en-US', { dateStyle: 'long', timeStyle: 'long', timeZone: zone });
}
