import { diagnostic, value } from '../diagnostics/diagnostic.ts';
import type { Rule } from './rule.ts';

/** Specification, checksum: lastModified is a timestamp. The schema lets every month have 31 days. */
export const realTimes: Rule = {
  name: 'real-times',
  description: 'every lastModified is a day that exists',
  *check(content) {
    for (const { path, at, history } of content.histories()) {
      for (const [index, { lastModified: found }] of history.entries()) {
        if (found === undefined || dayExists(found)) continue;
        const why = `there is no ${found.slice(0, 10)} in the calendar`;
        yield diagnostic('bad-timestamp', path, value(...at, index, 'lastModified'), { found, why });
      }
    }
  },
};

function dayExists(timestamp: string): boolean {
  const day = Number(timestamp.slice(8, 10));
  if (day <= 28) return true;
  const year = Number(timestamp.slice(0, 4));
  const month = Number(timestamp.slice(5, 7));
  const isLeapYear = (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0;
  if (month === 2) return isLeapYear && day === 29;
  return day <= ([4, 6, 9, 11].includes(month) ? 30 : 31);
}
