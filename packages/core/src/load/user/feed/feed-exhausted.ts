const brand = Symbol.for('benchpress.feed-exhausted')

/** Thrown to a user for whom a feed has no row left, and who stops for that. */
export class FeedExhausted extends Error {
  override readonly name = 'FeedExhausted'

  constructor(message: string) {
    super(message)
    Object.defineProperty(this, brand, { value: true })
  }
}

/** Whether this was thrown by a feed, also by one of another installed copy. */
export function isFeedExhausted(value: unknown): value is FeedExhausted {
  return typeof value === 'object' && value !== null && brand in value
}
