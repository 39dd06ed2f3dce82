/** The token for injecting the store, whose interface does not exist at run time. */
export const storeToken: unique symbol = Symbol('AuctionStore')

/** The token for injecting the number of the process in the cluster. */
export const workerToken: unique symbol = Symbol('worker')
