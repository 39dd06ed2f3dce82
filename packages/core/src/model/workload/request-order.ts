/**
 * How several requests of one scenario follow each other: in turn, shuffled with each of them equally often, or all of the first before
 * the second.
 */
export type RequestOrder = 'in-turn' | 'shuffled' | 'one-after-another'
