import { hash } from 'node:crypto';

export function sha256Of(content: Uint8Array): string {
  // One call: there are thousands of small files.
  return hash('sha256', content, 'hex');
}
