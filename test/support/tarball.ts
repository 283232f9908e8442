/** Tarballs as `npm pack` makes them, with little in them. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';

export function tarballOf(files: Readonly<Record<string, string>>): Buffer {
  const blocks = Object.entries(files).flatMap(([path, text]) => {
    const content = Buffer.from(text);
    const header = Buffer.alloc(512);
    header.write(path, 0);
    header.write(content.length.toString(8).padStart(11, '0'), 124);
    return [header, content, Buffer.alloc((512 - (content.length % 512)) % 512)];
  });
  return gzipSync(Buffer.concat([...blocks, Buffer.alloc(1024)]));
}

export function packedFile(folder: string, version = '0.1.0'): string {
  const file = join(folder, `cartalog-${version}.tgz`);
  const files = {
    'package/lib/cartalog.js': 'x',
    'package/package.json': JSON.stringify({ name: 'cartalog', version }),
  };
  writeFileSync(file, tarballOf(files));
  return file;
}
