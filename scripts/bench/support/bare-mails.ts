import { createTransport } from 'nodemailer';

// The baseline of bench:email-campaign: nodemailer's own pool, with the same number of connections, in a bare loop. It
// prints how many milliseconds it took, and how many of processor time.

const [port = '', count = '', connections = ''] = process.argv.slice(2);
const transport = createTransport({
  pool: true,
  host: '127.0.0.1',
  port: Number(port),
  maxConnections: Number(connections),
  maxMessages: Number.POSITIVE_INFINITY,
});

const TEXT = 'spring is near, and your trees would like a look before the sap rises. Reply to this email for a date.';

async function send(number: number): Promise<void> {
  const unsubscribe = `https://office.example.com/api/public/unsubscribe/${number}`;
  await transport.sendMail({
    from: { name: 'Green Tree Care', address: 'office@green.example' },
    to: { name: `Customer ${number}`, address: `customer${number}@example.com` },
    subject: `Is it time to prune, ${number}?`,
    text: `Hello ${number},\n\n${TEXT}\n\n-- \nGreen Tree Care\n12 Elm Street\nUnsubscribe: ${unsubscribe}`,
    html: `<p>Hello ${number},</p><p>${TEXT}</p><p>Green Tree Care<br>12 Elm Street<br><a href="${unsubscribe}">Unsubscribe</a></p>`,
    headers: { 'List-Unsubscribe': `<${unsubscribe}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' },
  });
}

const startedAt = performance.now();
let next = 0;
/** Enough of them wait at any moment that no connection is ever idle. */
await Promise.all(
  Array.from({ length: 50 }, async () => {
    while (next < Number(count)) await send(next++);
  }),
);
const { user, system } = process.cpuUsage();
console.log(performance.now() - startedAt, (user + system) / 1_000);
transport.close();
