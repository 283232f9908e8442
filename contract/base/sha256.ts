/** The hash that manifests and pictures are named by. */
import { hash } from 'node:crypto';

/** The SHA-256 of bytes, in hexadecimal digits. */
export function sha256Of(content: Uint8Array): string {
  // In one call, because there are thousands of small files.
  return hash('sha256', content, 'hex');
}
