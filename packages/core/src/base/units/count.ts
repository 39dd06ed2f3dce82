// What a number of a result can be. The tags go into `result.schema.json`, which is made of the types of a result.

/**
 * A whole number of things, from 0.
 *
 * @asType integer
 * @minimum 0
 * @maximum 9007199254740991
 */
export type Count = number

/**
 * A number that is not negative, such as a length of time, a share or a rate.
 *
 * @minimum 0
 */
export type Amount = number
