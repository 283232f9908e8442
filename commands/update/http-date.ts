/** The dates in headers of HTTP: RFC 9110, section 5.6.7. */

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];
const DAYS = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'];

const CLOCK = String.raw`(?<clock>\d{2}:\d{2}:\d{2})`;

/** The form that servers must use, and two older ones, of which the first has two digits for the year. All are in UTC. */
const FORMS = [
  new RegExp(
    String.raw`^(?<weekday>[A-Z][a-z]{2}), (?<day>\d{2}) (?<month>[A-Z][a-z]{2}) (?<year>\d{4}) ${CLOCK} GMT$`,
  ),
  new RegExp(
    String.raw`^(?<weekday>[A-Z][a-z]+day), (?<day>\d{2})-(?<month>[A-Z][a-z]{2})-(?<year>\d{2}) ${CLOCK} GMT$`,
  ),
  new RegExp(String.raw`^(?<weekday>[A-Z][a-z]{2}) (?<month>[A-Z][a-z]{2}) (?<day>[ \d]\d) ${CLOCK} (?<year>\d{4})$`),
];

/** A year of two digits is at most so far in the future. */
const FAR_YEARS = 50;

/**
 * The milliseconds of a date in a header; null where it is none, also where there is no such day or it has another weekday.
 *
 * @param now the time, in milliseconds, that years of two digits are near
 */
export function httpDate(header: string, now: number): number | null {
  const text = header.trim();
  const parts = FORMS.map((form) => form.exec(text)?.groups).find((groups) => groups !== undefined);
  if (!parts) return null;
  const { weekday = '', day = '', month = '', year = '', clock = '' } = parts;
  const number = MONTHS.indexOf(month) + 1;
  const iso = `${fullYear(year, now)}-${twoDigits(number)}-${twoDigits(Number(day))}T${clock}`;
  const time = Date.parse(`${iso}Z`);
  // A day that does not exist becomes one of the next month, or no time at all.
  if (number === 0 || Number.isNaN(time) || new Date(time).toISOString().slice(0, 19) !== iso) return null;
  const name = DAYS[new Date(time).getUTCDay()] as string;
  return weekday === (text.indexOf(',') > 3 ? name : name.slice(0, 3)) ? time : null;
}

/** The year of four digits: of two digits, the latest one that is not far in the future. */
function fullYear(year: string, now: number): string {
  if (year.length === 4) return year;
  const latest = new Date(now).getUTCFullYear() + FAR_YEARS;
  return String(latest - ((((latest - Number(year)) % 100) + 100) % 100));
}

function twoDigits(number: number): string {
  return String(number).padStart(2, '0');
}
