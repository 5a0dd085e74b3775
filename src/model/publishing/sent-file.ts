/** Name of the page of an exported site that thanks for a message. No page of the owner can have it: slugs have no dot. */
export const sentFile = 'sent.html'
