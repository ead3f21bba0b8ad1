/*
 * Addresses of operations and schemas from the time when the reference was one page: leads on to where they are now. Without scripts, they lead
 * to a line of the contents with the link.
 */

const moved = document.querySelector<HTMLAnchorElement>(`li[id="${CSS.escape(location.hash.slice(1))}"] > a`);

if (moved) location.replace(moved.href);
