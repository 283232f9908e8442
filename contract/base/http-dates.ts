/** RFC 9110, section 5.6.7. */

export function httpDate(milliseconds: number): string {
  return new Date(milliseconds).toUTCString();
}

/** C's asctime: nobody may send it, all must accept it. */
const ASCTIME = /^\w{3} \w{3} [ \d]\d \d\d:\d\d:\d\d \d{4}$/;

export function readHttpDate(header: string | null): number | null {
  const date = header !== null && ASCTIME.test(header) ? `${header} GMT` : header;
  if (date === null || !/ GMT$/.test(date)) return null;
  const time = Date.parse(date);
  return Number.isNaN(time) ? null : time;
}

/** Only the form that servers must send; null for a day that does not exist or has another weekday. */
export function readExactHttpDate(header: string): number | null {
  const text = header.trim();
  const time = readHttpDate(text);
  return time !== null && httpDate(time) === text ? time : null;
}
