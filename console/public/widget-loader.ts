// Embeds the quote widget in another site's page: `<script async src="https://…/widget.js"
// data-theme="dark"></script>`. A classic script, so that it can find its own element; it adds no globals to the page.

interface Host {
  HeartwoodWidget?: { onSubmit?(response: object): void };
  [name: string]: unknown;
}

/** The frame's messages; see widget/host.ts. */
interface Told {
  source?: unknown;
  version?: unknown;
  type?: unknown;
  height?: unknown;
  response?: object;
}

(() => {
  const script = document.currentScript as HTMLScriptElement | null;
  if (!script) return;
  const { theme, compact, container, callback, campaign, reviews } = script.dataset;
  const { origin } = new URL(script.src);
  const isCompact = compact !== undefined && compact !== 'false';
  // Not of the location: a frame that a website builder writes (srcdoc) is at about:srcdoc, with the origin of its page.
  const site = globalThis.origin;
  const query = new URLSearchParams({ site });
  if (theme === 'dark' || theme === 'light') query.set('theme', theme);
  if (isCompact) query.set('compact', '1');
  if (campaign) query.set('c', campaign);
  if (reviews !== undefined) query.set('reviews', reviews);
  const address = `${origin}/widget?${query}`;
  /** The page's script has reported that it is ready by then: it runs before the frame's load event. */
  const patienceMs = 3_000;

  const frame = document.createElement('iframe');
  frame.src = address;
  frame.title = 'Get a free tree quote';
  frame.loading = 'lazy';
  frame.referrerPolicy = 'origin';
  frame.setAttribute('scrolling', 'no');
  for (const right of [
    'scripts',
    'forms',
    'same-origin',
    'popups',
    'popups-to-escape-sandbox',
    'top-navigation-by-user-activation',
  ])
    frame.sandbox.add(`allow-${right}`);
  // Reserves its space, so that what is below does not jump.
  Object.assign(frame.style, {
    display: 'block',
    width: '100%',
    height: isCompact ? '420px' : '860px',
    border: '0',
    borderRadius: '12px',
    colorScheme: theme === 'dark' ? 'dark' : 'light',
  });

  const link = document.createElement('a');
  link.href = address;
  link.target = '_blank';
  link.rel = 'noopener';
  link.textContent = 'Get a free tree quote';

  let isReady = false;
  let isUsed = false;
  /** If this page may not show the frame, it gets a plain link instead; a frame that somebody has clicked into stays. */
  const giveUp = () => {
    if (isReady || !frame.isConnected) return;
    if (isUsed) frame.after(link);
    else frame.replaceWith(link);
  };
  frame.addEventListener('load', () => setTimeout(giveUp, patienceMs));
  addEventListener('blur', () => {
    isUsed ||= document.activeElement === frame;
  });
  addEventListener('securitypolicyviolation', ({ blockedURI, disposition, effectiveDirective }) => {
    const isOfFrames = disposition === 'enforce' && /^(frame|child|default)-src/.test(effectiveDirective);
    if (isOfFrames && blockedURI.startsWith(origin)) giveUp();
  });

  /** For the embedding page: the response to the request, and nothing of what was typed. */
  const tellHost = (response: object) => {
    const host = window as unknown as Host;
    const named = callback ? host[callback] : null;
    if (typeof named === 'function') named(response);
    host.HeartwoodWidget?.onSubmit?.(response);
  };
  const hear = ({ type, height, response = {} }: Told) => {
    if (type === 'resize' && typeof height === 'number') {
      frame.style.height = `${Math.min(Math.max(height, 100), 5_000)}px`;
    }
    if (type === 'submitted') tellHost(response);
  };
  addEventListener('message', ({ origin: from, source, data }: MessageEvent<Told | null>) => {
    if (source !== frame.contentWindow || data?.source !== 'heartwood-widget' || data.version !== 1) return;
    // The frame works also where its address has led to another one, as from http to https.
    isReady = true;
    if (from === origin) hear(data);
  });

  // In a frame that its page has locked up, ours would be locked up as well, and could send nothing.
  const shown = site === 'null' ? link : frame;
  const isInHead = script.closest('head') !== null;
  /** Website builders run a script again; the frame of the first time may be in use. */
  const isOurs = (element: Element | null) =>
    element instanceof HTMLIFrameElement && element.src.startsWith(`${origin}/widget?`);
  const addTo = (element: Element) => {
    if (![...element.children].some(isOurs)) element.append(shown);
  };
  const place = () => {
    const named = container ? document.querySelector(/^[\w-]+$/.test(container) ? `#${container}` : container) : null;
    if (named) addTo(named);
    else if (isInHead) addTo(document.body);
    else if (![script.previousElementSibling, script.nextElementSibling].some(isOurs)) script.after(shown);
  };
  if ((container || isInHead) && document.readyState === 'loading') addEventListener('DOMContentLoaded', place);
  else place();
})();
