/** Under this name the store is injected: its interface does not exist at run time. */
export const storeToken: unique symbol = Symbol('AuctionStore')

/** Under this name a process finds what it is called in the cluster. */
export const workerToken: unique symbol = Symbol('worker')
