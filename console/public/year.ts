for (const place of document.querySelectorAll('[data-year]')) place.textContent = String(new Date().getFullYear());
