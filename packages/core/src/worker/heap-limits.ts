import type { ResourceLimits } from 'node:worker_threads'

const megabyte = 2 ** 20

// What a load allocates dies at once, so a small nursery does; Node's own choice costs ten megabytes more for nothing.
const maxYoungGenerationSizeMb = 4

// V8 lets a heap that may have 2 GB grow to four times what is alive in it before it collects, when it finds that collecting takes long, as on a
// machine that does other work too; a heap that may have less, to twice of it. For what is alive in a load thread, less is plenty.
const maxOldGenerationSizeMb = 2000

const sizeFlag = /--max[-_](?:old[-_]space|heap)[-_]size/

/**
 * How large the heap of a load thread may become.
 *
 * @param flags of the process, those of `NODE_OPTIONS` among them: a size that they name is left as it is
 * @param heapSizeLimit of the process, in bytes: one that is lower anyway is left too
 */
export function heapLimits(flags: readonly string[], heapSizeLimit: number): ResourceLimits {
  const isLeft = heapSizeLimit < maxOldGenerationSizeMb * megabyte || flags.some((flag) => sizeFlag.test(flag))
  return isLeft ? { maxYoungGenerationSizeMb } : { maxYoungGenerationSizeMb, maxOldGenerationSizeMb }
}
