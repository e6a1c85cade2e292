/**
 * What a mail server sends back of a mail that it could not deliver (RFC 3464).
 * @param to the address that the mail was to come back to
 */
export function bounceReport(
  to: string,
  report: { status: string | null; action?: string; said?: string; more?: string },
): string {
  const { status, action = 'failed', said = '550 5.1.1 No such user', more = '' } = report;
  const lines = [
    'From: Mail Delivery System <MAILER-DAEMON@mx.example.com>',
    `To: ${to}`,
    'Subject: Undelivered Mail Returned to Sender',
    'Auto-Submitted: auto-replied',
    'MIME-Version: 1.0',
    'Content-Type: multipart/report; report-type=delivery-status; boundary="=_report"',
    '',
    'This is a MIME-encapsulated message.',
    '',
    '--=_report',
    'Content-Type: text/plain; charset=us-ascii',
    '',
    'Your message could not be delivered.',
    '',
    '--=_report',
    'Content-Type: message/delivery-status',
    '',
    'Reporting-MTA: dns; mx.example.com',
    'Arrival-Date: Mon, 15 Jun 2026 12:00:00 +0000',
    '',
    'Final-Recipient: rfc822; ann@example.com',
    `Action: ${action}`,
    ...(status === null ? [] : [`Status: ${status}`]),
    ...(status === null ? [] : ['Remote-MTA: dns; mx.example.com', `Diagnostic-Code: smtp; ${said}`]),
    '',
    '--=_report',
    'Content-Type: message/rfc822',
    '',
    'From: Green Tree Care <office@green.example>',
    'To: ann@example.com',
    'Subject: Prune',
    '',
    `Hello ${more}`,
    '',
    '--=_report--',
    '',
  ];
  return lines.join('\r\n');
}
