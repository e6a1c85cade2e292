/** How long something takes, to the minute, in the words of the whole product: `4 h 8 min`, `45 min`, `2 h`. */
export function spokenSpan(minutes: number): string {
  const all = Math.round(minutes);
  const [hours, rest] = [Math.floor(all / 60), all % 60];
  return [...(hours > 0 ? [`${hours} h`] : []), ...(rest > 0 || hours === 0 ? [`${rest} min`] : [])].join(' ');
}
