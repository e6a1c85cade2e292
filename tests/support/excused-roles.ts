/**
 * What axe may find in elements that react-big-calendar draws itself, with its own roles: table rows outside of a
 * table, and cells that are none. Nobody depends on them: each visit is a button that announces everything about
 * itself, and each day's header names its day. Nothing else is excused.
 */
const OF_THE_CALENDAR = ['aria-required-children', 'aria-required-parent'];

/** Whether a finding is one of those. @param html the element's HTML, as axe reports it */
export function isExcused(rule: string, html: string): boolean {
  return OF_THE_CALENDAR.includes(rule) && /^<div [^>]*class="rbc-/.test(html);
}
