/** A chart in a card, with a note and its figures as a table. */
export function card(title: string, note: string, content: string): string {
  return `<section class="card"><h3>${title}</h3><p class="note">${note}</p>${content}</section>`;
}

/** What the colours of a chart mean; the names are CSS classes, too. */
export function legend(names: readonly string[], words: (name: string) => string = String): string {
  const items = names.map((name) => `<li class="${name}">${words(name)}</li>`).join('');
  return `<ul class="legend">${items}</ul>`;
}
