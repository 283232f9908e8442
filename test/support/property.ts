/** fast-check with a fixed seed, so that a test gives the same answer every day; FC_SEED tries another. */
import fc from 'fast-check';

fc.configureGlobal({ seed: Number(process.env['FC_SEED'] ?? 20_260_919) });

export { fc };
