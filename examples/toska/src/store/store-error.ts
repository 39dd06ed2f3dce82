/** A store that cannot be opened, or that can take nothing more. */
export class StoreError extends Error {
  override readonly name = 'StoreError'
}
