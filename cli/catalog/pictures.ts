import { existsSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { GIF } from 'image-size/types/gif';
import { JPG } from 'image-size/types/jpg';
import { PNG } from 'image-size/types/png';
import { WEBP } from 'image-size/types/webp';
import type { MapPicture, ReadPicture } from '../../build/render/site-parts.ts';
import { PICTURE_LIMITS } from '../../contract/base/limits.ts';
import { describeSystemError } from '../../contract/base/system-errors.ts';
import { visible } from '../../contract/base/text.ts';
import { CannotRunError, type Io } from '../terminal/io.ts';
import { catalogFolderAt } from './catalog-folder.ts';

const FORMATS = { png: PNG, jpg: JPG, webp: WEBP, gif: GIF } as const;

type Extension = keyof typeof FORMATS;

/**
 * Reports and leaves out what cannot be published. The folder need not exist yet.
 * @throws CannotRunError if it is not a folder
 */
export function openPictureFolder(io: Pick<Io, 'cwd' | 'stderr'>, folder: string): ReadPicture {
  const path = resolve(io.cwd, folder);
  if (!existsSync(path)) {
    io.stderr.write(`There is no ${visible(folder)} yet; no picture is published.\n`);
    return () => null;
  }
  if (!statSync(path).isDirectory())
    throw new CannotRunError(`${folder} is not a folder; name the one that probe keeps.`);
  const kept = catalogFolderAt(path);
  const leaveOut = (file: string, why: string): null => {
    io.stderr.write(`${visible(join(folder, file))} ${why}; it is left out.\n`);
    return null;
  };
  const files = new Set<string>();
  for (const { path: file, type } of kept.entries()) {
    // A link could lead to any file, and a pipe never ends.
    if (type === 'file') files.add(file);
    else leaveOut(file, 'is not a file of this folder');
  }
  const read = (file: string, extension: Extension): MapPicture | string => {
    const bytes = kept.size(file);
    if (bytes > PICTURE_LIMITS.bytes) return `has ${bytes} bytes (at most ${PICTURE_LIMITS.bytes})`;
    const content = kept.read(file);
    const size = sizeOf(content, extension);
    if (size === null) return `is not a picture in the format ${extension}`;
    const { width, height } = size;
    const { side } = PICTURE_LIMITS;
    if (!(width > 0 && height > 0 && width <= side && height <= side))
      return `has ${width} × ${height} pixels (at most ${side} × ${side})`;
    return { extension, content, width, height };
  };
  return (name) => {
    const extension = (Object.keys(FORMATS) as Extension[]).find((format) => files.has(`${name}.${format}`));
    if (extension === undefined) return null;
    const file = `${name}.${extension}`;
    try {
      const picture = read(file, extension);
      return typeof picture === 'string' ? leaveOut(file, picture) : picture;
    } catch (error) {
      return leaveOut(file, `cannot be read: ${describeSystemError(error)}`);
    }
  };
}

function sizeOf(content: Uint8Array, extension: Extension): { readonly width: number; readonly height: number } | null {
  const { validate, calculate } = FORMATS[extension];
  try {
    return validate(content) ? calculate(content) : null;
  } catch {
    // The picture's header ends too soon.
    return null;
  }
}
