// The page of work that is not done yet: it asks again, and shows what has come of it.
setTimeout(() => location.reload(), 1000);
