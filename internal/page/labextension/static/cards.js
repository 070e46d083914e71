// The cards of the lesson's terms. A link that leads to a card, NOTEBOOK#card-ID,
// opens it where it is clicked; with a modifier key it leads where it says.
//
//   watch()
//
// makes the links of the page do so, those that come later too. glossary.js,
// beside this file, is made by the set-up from package cards.
'use strict';

locklab.room('cards', ['page'], ({ page: { element, keepKeys } }) => {
  let shown;
  const close = () => {
    shown?.remove();
    shown = undefined;
  };

  // Below the link, or above it where there is more room, within the window.
  const put = (card, link) => {
    const from = link.getClientRects()[0];
    const { width, height } = card.getBoundingClientRect();
    const below = from.bottom + 6;
    const top = below + height < innerHeight || from.top < height ? below : from.top - 6 - height;
    card.style.left = `${Math.max(8, Math.min(from.left, innerWidth - width - 8))}px`;
    card.style.top = `${Math.max(8, Math.min(top, innerHeight - height - 8))}px`;
  };

  const show = ({ term, means, like, used }, link, follow) => {
    close();
    const card = element('div', 'locklab locklab-card locklab-card-open');
    card.popover = 'auto'; // Esc and a click elsewhere close it
    card.setAttribute('role', 'dialog');
    card.setAttribute('aria-label', `card: ${term}`);
    keepKeys(card);
    const tools = element('div', 'locklab-tools');
    const button = (text, act) => {
      const node = Object.assign(element('button', 'locklab-tool', text), { type: 'button' });
      node.addEventListener('click', act);
      tools.append(node);
      return node;
    };
    button('All cards', () => {
      close();
      follow();
    });
    button('Close', () => card.hidePopover());
    // Not a button: the Enter that opened the card would press it.
    card.tabIndex = -1;
    card.autofocus = true;
    card.append(
      element('p', 'locklab-card-term', term), element('p', '', means),
      element('p', 'locklab-card-like', `Like this: ${like}`), element('p', '', used), tools);
    card.addEventListener('toggle', ({ newState }) => {
      if (newState !== 'closed' || shown !== card) return;
      close();
      // After a click on nothing in particular one reads on at the link.
      if (document.activeElement === document.body) link.focus({ preventScroll: true });
    });
    document.body.append(card);
    shown = card;
    card.showPopover();
    put(card, link);
  };

  let watching = false;
  const watch = () => {
    if (watching) return;
    watching = true;
    let following; // a link on its way to where it leads
    document.addEventListener('click', (event) => {
      const link = event.target.closest?.('a[href*="#card-"]');
      if (!link || link === following || event.button !== 0) return;
      if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
      event.preventDefault();
      event.stopImmediatePropagation();
      const follow = () => {
        following = link;
        link.click();
        following = undefined;
      };
      locklab.need('glossary').then((all) => {
        const card = all[decodeURIComponent(link.hash).replace('#card-', '')];
        if (card) show(card, link, follow);
        else follow();
      }, follow);
    }, { capture: true });
  };

  return { watch };
});
