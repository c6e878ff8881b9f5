class Hangman:
    def setup(self, secret_word, lives=6, **_):
        self._secret = secret_word
        self.lives = lives
        self.tried = set()
        self.over = False
        return f"Your word: {self.mask()}"

    def mask(self):
        return "".join(c if c in self.tried else "_" for c in self._secret)

    def step(self, action):
        if self.over:
            return "It is over.", 0.0, True, {}
        guess = action.strip().lower()
        if not guess.isalpha() or len(guess) > 40:
            self.lives -= 1
            guess = ""
        elif len(guess) == 1:
            if guess not in self._secret:
                self.lives -= 1
            self.tried.add(guess)
        elif guess != self._secret:
            self.lives -= 1
        if guess == self._secret or "_" not in self.mask():
            self.over = True
            return "You win.", 1.0, True, {"kind": "win"}
        if self.lives <= 0 or len(self.tried) > 20:
            self.over = True
            return "You lose.", 0.0, True, {"kind": "loss"}
        return f"{self.mask()}, {self.lives} lives", 0.0, False, {"kind": "play"}
