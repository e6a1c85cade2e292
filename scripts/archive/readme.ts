import { html, type Markup } from '../../api/pages/markup.ts';
import type { Manifest } from './format.ts';
import { LIST_WORDS } from './list-words.ts';

/** What the page of an archive says of it, besides its manifest. */
export interface Told extends Omit<Manifest, 'sums' | 'format'> {
  missingFiles: number;
  heldBack: number;
  /** How many events the newest checkpoint is about; null where nothing was ever signed. */
  signed: number | null;
}

/** The page that explains every file to whoever inherits them. Whole in itself: it is read without us, maybe in years. */
export function readme(about: Told): string {
  const { company, madeAt, events, unreadable, erasedPeople, files, missingFiles, lists, heldBack, signed } = about;
  const title = `The archive of ${company ?? 'a company'}`;
  return html`<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<style>
:root { color-scheme: light dark; }
body { font: 16px/1.5 system-ui, sans-serif; max-width: 46rem; margin: 2rem auto; padding: 0 1rem; overflow-wrap: anywhere; }
h1 { line-height: 1.2; }
table { border-collapse: collapse; }
th, td { text-align: left; vertical-align: top; padding: 0.25rem 1rem 0.25rem 0; }
th { font-weight: 600; overflow-wrap: normal; }
.loud { border: 3px solid; padding: 0.5rem 1rem; font-weight: 600; }
pre { overflow-x: auto; padding: 0.75rem; border: 1px solid; }
</style></head><body>
<h1>${title}</h1>
<p class="loud">Nothing in this folder is encrypted. It says everything that the company knows about its customers and its people:
names, addresses, phone numbers, notes, prices, pay. Keep it where only those come who may read all of that, and delete it when it is no
longer needed.</p>
<p>It was made on ${madeAt.slice(0, 10)} (${madeAt}) by Heartwood, a program for tree-service companies, and holds all that the company had in it,
in forms that need no Heartwood: text files, tables, pictures.</p>
<h2>Where to begin</h2>
<p>Open the tables in <code>lists</code> with any spreadsheet: <code>customers.csv</code>, <code>jobs.csv</code>,
<code>invoices.csv</code>. What a picture shows is in <code>files.csv</code>. How something came to be is in <code>events</code>.</p>
<h2>What is here</h2>
<table>
<tr><th>lists</th><td>A table for each list, as of the end of the events (UTF-8, commas, the first line names the columns). A row whose
<code>removed</code> is true was taken off its list and could be brought back. Columns that end in <code>Id</code> name a row of another table by its
<code>id</code>: <code>customerId</code> one of <code>customers.csv</code>. Columns that end in <code>Key</code> are for sorting alone. An amount of money with a point
(<code>1200.00</code>) is in dollars, one without (<code>120000</code>) in cents. Times are UTC unless
they have no Z at the end.</td></tr>
<tr><th>files.csv files</th><td>${files} photos and other files, with what each belongs to. In <code>files/small</code> are small copies.${missingFiles > 0 ? html` Of ${missingFiles} the table alone is left: they were deleted, of somebody who was erased for example.` : null}</td></tr>
<tr><th>events</th><td>Everything that ever happened: ${events} events, one in a line, oldest first (JSON lines). All else can be made from
them. ${eventFields()}${unreadable > 0 ? html` ${unreadable} could not be read: they have an <code>error</code>, and are as they were stored.` : null}</td></tr>
<tr><th>proof</th><td>${proofTold(signed)}</td></tr>
<tr><th>state</th><td>What is no event. <code>erased.jsonl</code>: the ${erasedPeople} people who were erased, by the name that
<code>subject</code> gives them; where events spoke of them it says <code>[erased]</code>, and nobody can bring that back.
<code>state.jsonl</code>: names to sign in with, which mailboxes are asked for nothing any more and the key that tells them, who signed in
lately, how many visitors the forms had. <code>places.jsonl</code>: how far each part of Heartwood had read the events.</td></tr>
<tr><th>manifest.json SHA256SUMS</th><td>How many of everything there are, and the SHA-256 of every file.
<code>sha256sum -c SHA256SUMS</code> checks that none was changed.</td></tr>
</table>
<h3>The lists</h3>
<table>
${Object.entries(lists)
  .sort(([one], [other]) => (one < other ? -1 : 1))
  .map(
    ([name, rows]) => html`<tr><th>${name}.csv</th><td>${rows}</td><td>${LIST_WORDS[name] ?? null}</td></tr>\n`,
  )}</table>
<h2>What is not here</h2>
<p>No passwords, sessions, second factors, device keys or keys of people; not the password of the mail server; not the keys of the links in emails
to customers, which end with the old installation. Pictures and requests of visitors that nobody had taken on yet
${heldBack > 0 ? html`(${heldBack} requests were being held back)` : null} are not here either.</p>
<h2>To work with it in Heartwood again</h2>
<pre>DATA_DIR=/a/new/folder npm run import-archive -- /this/folder</pre>
<p>makes an equal company of it, in a folder or on servers (<code>EVENTSTORE_URL</code>, <code>MONGODB_URL</code>). People then set new passwords:
<code>npm run set-password -- NAME</code> for the first owner, who sends links to the others.</p>
</body></html>
`.text;
}

function eventFields(): Markup {
  return html`Each has its place in the whole (<code>position</code>) and in the history of its record (<code>stream</code>,
<code>revision</code>), an <code>id</code>, what happened (<code>type</code>, in the form number <code>version</code>), and what it says
(<code>data</code>). In <code>metadata</code>: who did it (<code>actor</code>, an id of lists/users.csv, or a process), when it was recorded
(<code>recordedAt</code>), which one act of a person it belongs to (<code>correlationId</code>), which event it followed from
(<code>causationId</code>: stream@revision), which person it is about (<code>subject</code>), and what it took back (<code>undoes</code>).`;
}

function proofTold(signed: number | null): Markup {
  const leaves = html`<code>leaves/*.jsonl</code>: each event as it was stored, one in a line, with what was encrypted encrypted; of
some that were about somebody who was erased, the <code>hash</code> alone.`;
  if (signed === null) return html`${leaves} Nothing was ever signed, so they prove nothing to a stranger.`;
  return html`${leaves} <code>checkpoint.txt</code>: what Heartwood signed of the first ${signed} of them, <code>key.txt</code>: the key that
checks it, <code>checkpoints.jsonl</code>: all that was signed before. <code>check.py</code> checks that these leaves are what was signed and the
events are theirs. Hold key and checkpoint against those that somebody kept elsewhere: only that proves that nothing was changed since.`;
}
