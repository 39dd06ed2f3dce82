const pending = new Set<() => void>()

/**
 * Has something done, synchronously, when this process exits, also by `process.exit()`; not when it is killed.
 *
 * Returns what calls it off.
 */
export function atExit(action: () => void): () => void {
  // One listener for all: many would look like a leak to Node.js.
  if (pending.size === 0) process.on('exit', doAll)
  pending.add(action)
  return () => {
    pending.delete(action)
    if (pending.size === 0) process.off('exit', doAll)
  }
}

function doAll(): void {
  for (const action of pending) action()
}
