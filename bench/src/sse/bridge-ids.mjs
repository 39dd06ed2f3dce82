const letters = 'abcdefghijklmnopqrstuvwxyz'.repeat(2).slice(0, 50)

/** The id of a number: the number and 50 letters, as in the published test. */
/** @type {(index: number) => string} */
export const idOf = (index) => `id_${index}_${letters}`
