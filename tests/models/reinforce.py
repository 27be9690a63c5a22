# REINFORCE on a corridor: sampling from Categorical, returns, a policy that learns to walk right.
import random
from collections import deque, namedtuple

import torch
import torch.nn as nn
from torch.distributions import Categorical

Transition = namedtuple("Transition", ["log_prob", "reward"])


class Corridor:
    def __init__(self, length=5):
        self.length = length

    def reset(self):
        self.at = 0
        return self.observe()

    def observe(self):
        x = torch.zeros(self.length)
        x[self.at] = 1.0
        return x

    def step(self, action):
        self.at = max(0, self.at + (1 if action == 1 else -1))
        done = self.at == self.length - 1
        return self.observe(), (1.0 if done else -0.1), done


random.seed(0)
torch.manual_seed(0)
env = Corridor()
policy = nn.Sequential(nn.Linear(5, 16), nn.Tanh(), nn.Linear(16, 2))
opt = torch.optim.Adam(policy.parameters(), lr=0.02)
recent = deque(maxlen=10)
for episode in range(40):
    steps, obs, done = [], env.reset(), False
    while not done and len(steps) < 30:
        dist = Categorical(logits=policy(obs))
        action = dist.sample()
        obs, reward, done = env.step(action.item())
        steps.append(Transition(dist.log_prob(action), reward))
    returns, running = [], 0.0
    for t in reversed(steps):
        running = t.reward + 0.95 * running
        returns.insert(0, running)
    returns = torch.tensor(returns)
    returns = (returns - returns.mean()) / (returns.std() + 1e-6)
    loss = -torch.stack([t.log_prob * r for t, r in zip(steps, returns)]).sum()
    opt.zero_grad()
    loss.backward()
    opt.step()
    recent.append(len(steps))
    if episode % 10 == 9:
        print(f"episode {episode + 1}: mean length {sum(recent) / len(recent):.1f}")
print("walks right:", [int(policy(torch.eye(5)[i]).argmax()) for i in range(4)])
