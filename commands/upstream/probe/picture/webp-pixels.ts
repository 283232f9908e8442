import { gunzipSync } from 'node:zlib';
import startLibwebp from '@jsquash/webp/codec/dec/webp_dec.js';
import program from '../../../../contract/generated/webp-decoder.cjs';

/** Missing in Node's types. */
declare const WebAssembly: {
  readonly Module: new (code: Uint8Array) => object;
  readonly Instance: new (module: object, imports: object) => { readonly exports: object };
};

interface Libwebp {
  readonly decode: (
    bytes: Uint8Array,
  ) => { readonly width: number; readonly height: number; readonly data: Uint8ClampedArray } | null;
}

let libwebp: Libwebp | null = null;

/** RGBA. */
export function webpPixels(bytes: Uint8Array, width: number, height: number): Uint8Array {
  const decoder = libwebp ?? start();
  // After an error, the decoder's memory is unusable: the next call starts a new one.
  libwebp = null;
  const decoded = decoder.decode(bytes);
  if (decoded?.width !== width || decoded.height !== height) throw new RangeError('It is malformed');
  libwebp = decoder;
  return new Uint8Array(decoded.data);
}

function start(): Libwebp {
  const module = new WebAssembly.Module(gunzipSync(Buffer.from(program, 'base64')));
  const decoder: object = {
    noInitialRun: true,
    // By default, the module would be compiled asynchronously.
    instantiateWasm: (imports: object, onReady: (instance: object) => void) => {
      const instance = new WebAssembly.Instance(module, imports);
      onReady(instance);
      return instance.exports;
    },
  };
  startLibwebp(decoder);
  return decoder as Libwebp;
}
