/**
 * Why a tile failed, as far as a page may know it. Browsers tell the status of another server's answer only to pages that
 * this server allows to read it, and never for a picture that was asked for without that question. So one tile is asked for
 * once more, as a picture still, and with it.
 */

/** How long to wait for the answer; that it was late is known already. */
const WAIT_MS = 5_000;

/** The status of the answer; null where the server does not let pages know it, or did not answer. */
export function statusOf(address: string): Promise<number | null> {
  return new Promise((resolve) => {
    const observer = new PerformanceObserver((list) => {
      for (const entry of list.getEntriesByName(address)) {
        const { responseStatus } = entry as PerformanceResourceTiming;
        if (responseStatus > 0) finish(responseStatus);
      }
    });
    const finish = (status: number | null): void => {
      observer.disconnect();
      resolve(status);
    };
    observer.observe({ type: 'resource' });
    const image = new Image();
    image.crossOrigin = 'anonymous';
    // What is observed comes a little later than the end of the picture.
    image.onerror = () => setTimeout(finish, 200, null);
    image.onload = image.onerror;
    setTimeout(finish, WAIT_MS, null);
    image.src = address;
  });
}
