/** Thrown by a store that cannot be opened, or accepts no more writes. */
export class StoreError extends Error {
  override readonly name = 'StoreError'
}
