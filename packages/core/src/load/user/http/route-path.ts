/** A path with the template it was made from, which names its endpoint. */
export interface RoutePath {
  /** Such as `/api/auctions/17/bid?dry=1`. */
  readonly path: string
  /** Such as `/api/auctions/{id}/bid`. */
  readonly template: string
}
