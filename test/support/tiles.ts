/** Tiles for the tests, made by libvips: real ones of each format. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from './cli.ts';

export const tileBytes = (name: string): Buffer => readFileSync(join(ROOT, 'test', 'fixtures', 'tiles', name));

/** A good tile, 256 by 256 pixels. */
export const TILE = tileBytes('palette.png');

export const TILE_ANSWER = { body: TILE, headers: { 'Content-Type': 'image/png', 'Access-Control-Allow-Origin': '*' } };
