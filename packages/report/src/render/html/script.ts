/** The script of a page: on paper everything is unfolded, except the figures of plots. Everything can be read without the script. */
export const script = `
addEventListener('beforeprint', () => {
  for (const part of document.querySelectorAll('details:not(.data)')) part.open = true
})
`
